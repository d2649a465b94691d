"""How long ago something happened, in words."""


def ago(seconds: float) -> str:
    """Return an age as "just now", "5 min ago", "3 h ago" or "2 days ago"."""
    minutes = max(0.0, seconds) / 60
    if minutes < 2:
        return "just now"
    if minutes < 90:
        return f"{minutes:.0f} min ago"
    return f"{minutes / 60:.0f} h ago" if minutes < 36 * 60 else f"{minutes / 1440:.0f} days ago"
