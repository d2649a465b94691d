"""What the two buttons that every figure has say."""

BUTTONS = {"copy_link": "Copy link", "copied": "Copied", "present": "Present", "leave": "Leave"}
