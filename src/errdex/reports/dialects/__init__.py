"""One module a form in which errors are printed; `errdex.reports.registry` lists them."""
