package dev.waybill.checks.violations;

import java.util.logging.Logger;

record LogKeeper(Logger logger) {}
