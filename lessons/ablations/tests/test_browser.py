"""The app covers two columns of an ablation until they are predicted. (A training without a part is watched in
`training/test_travel_browser.py`, in the app that it has.)"""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_the_app_uncovers_after_the_predictions_and_by_the_address(page, app):
    page.goto(f"{app.url}/ablations")
    covered = page.locator(".told-table").get_by_text("Make a prediction to see this.")
    expect(covered).to_have_count(2)
    assert page.get_by_role("button", name="Train it here").is_disabled(), "predict first"
    for question in range(2):
        groups = page.locator(".st-key-predict [data-testid=stButtonGroup]")
        groups.nth(question).locator("button").first.click()
        groups.nth(question).locator("[aria-checked=true]").wait_for()
    expect(covered).to_have_count(0)
    page.goto(f"{app.url}/ablations?ablations-show=true&ablations-part=the+causal+mask")
    page.locator(".told-table").get_by_text("0 of 1,000 correct").wait_for()
