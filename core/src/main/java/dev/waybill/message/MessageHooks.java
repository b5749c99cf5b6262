package dev.waybill.message;

import java.util.List;
import java.util.Optional;

/// The endpoints of a tenant that are told of every transition of its messages, by signed webhooks.
public interface MessageHooks {

  /// Creates or replaces a hook. A new hook gets the events from now on.
  MessageHook put(String name, NewMessageHook hook);

  Optional<MessageHook> find(String name);

  /// By name.
  List<MessageHook> list();

  /// Returns false if there is no such hook.
  boolean delete(String name);
}
