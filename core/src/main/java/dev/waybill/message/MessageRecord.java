package dev.waybill.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// All that is known of a message.
///
/// @param payload JSON as its creator wrote it
/// @param errorMessage why the last attempt that failed did, also where a later one succeeded
/// @param attempt counts up when processing begins again after a failure
/// @param notificationId set before the notification is sent for the first time
public record MessageRecord(
    String id,
    String type,
    String stage,
    MessageStatus status,
    String createdBy,
    String correlationId,
    String payload,
    @Nullable String errorMessage,
    Instant createdAt,
    Instant updatedAt,
    int attempt,
    @Nullable String notificationId) {}
