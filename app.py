"""The app: `streamlit run app.py`. This file only builds the navigation, from `lessons.LESSONS`.

Streamlit runs this file in two roles: once as the server, and once for every visit to a page.
"""

import streamlit as st

if __name__ == "__main__":  # a visit
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    if get_script_run_ctx(suppress_warning=True) is None:
        raise SystemExit("Start the app with: streamlit run app.py")

    import lessons
    from lessons.host import live

    live.poll_for_edits()  # before importing anything that a student may have edited
    ui = live.import_module("lessons.kit.ui")
    course = st.Page("lessons/course/page.py", title="The course", default=True)
    pages = [
        st.Page(
            f"lessons/{lesson.name}/page.py",
            title=lesson.title,
            url_path=lesson.name,
            help=lesson.question,
        )
        for lesson in lessons.LESSONS
    ]
    ui.run(st.navigation([course, *pages], position="hidden"))  # the links: `page.top_bar`
else:  # the server
    from lessons.host import asgi

    app = st.App(
        __file__,
        lifespan=asgi.lifespan,
        routes=asgi.ROUTES,
        middleware=asgi.MIDDLEWARE,
        on_script_error=asgi.say_it,
    )
