package dev.waybill.server.telemetry;

import java.util.Map;

/// The IDs of a log entry, such as `job_id`, by name.
record LogIds(Map<String, String> values) {}
