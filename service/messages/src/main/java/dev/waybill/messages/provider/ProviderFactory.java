package dev.waybill.messages.provider;

import java.util.Set;

/// Opens providers of one kind. Found with [java.util.ServiceLoader].
public interface ProviderFactory {

  /// The schemes of the addresses that it opens, such as `smtp`.
  Set<String> schemes();

  /// @throws dev.waybill.WaybillException if the address lacks something; the message says what
  MessageProvider open(String key, ProviderAddress address, ProviderHost host);
}
