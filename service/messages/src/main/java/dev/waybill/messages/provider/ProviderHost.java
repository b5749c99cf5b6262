package dev.waybill.messages.provider;

import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.spi.Ledger;
import java.time.InstantSource;

/// What providers use of the server.
///
/// @param recipients decides which URLs of recipients may be called
/// @param ledger stores what a provider must remember
/// @param later makes reports at a later time
public record ProviderHost(
    InstantSource clock, TargetAddresses recipients, Ledger ledger, LaterReports later) {}
