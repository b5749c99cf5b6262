package dev.waybill.server.telemetry;

import java.util.Map;

/// What a log entry is about, besides its text: names such as `job_id` and their values.
record LogIds(Map<String, String> values) {}
