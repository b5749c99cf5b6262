package dev.waybill.cli.export;

/// What an export writes. A later run continues it only with the same plan.
///
/// @param table such as `jobs`
/// @param selection the options that select rows and columns
record ExportPlan(String table, String selection, ExportFormat format, ExportRange range) {}
