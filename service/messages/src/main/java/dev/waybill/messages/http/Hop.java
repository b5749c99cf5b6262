package dev.waybill.messages.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/// One way to a host.
///
/// @param socket what to connect to: an address that was checked, or the proxy
/// @param tunnel where the proxy leads to, such as `203.0.113.7:443`; null without a proxy
record Hop(InetSocketAddress socket, @Nullable String tunnel) {}
