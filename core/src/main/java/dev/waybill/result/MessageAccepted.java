package dev.waybill.result;

/// The message is durable and will be sent.
///
/// @param duplicate the request ID is known: this is the earlier message
public record MessageAccepted(String messageId, String correlationId, boolean duplicate)
    implements SendResult {}
