"""What can be asked of a position: legal actions, reasons, receipts, chance, views."""
