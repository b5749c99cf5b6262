package dev.waybill.checks.violations;

record JobManager() {}
