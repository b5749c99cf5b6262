package dev.waybill.messages.provider;

import dev.waybill.messages.http.Network;
import dev.waybill.spi.Ledger;
import java.time.InstantSource;

/// What providers use of the server.
///
/// @param network the way to URLs of recipients
/// @param ledger stores what a provider must remember
/// @param later makes reports at a later time
public record ProviderHost(
    InstantSource clock, Network network, Ledger ledger, LaterReports later) {}
