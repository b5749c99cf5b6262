package dev.waybill.message;

import java.util.List;
import java.util.Optional;

/// Templates of messages, in Mustache without partials. Each has versions, which never change; a
/// message keeps the version that it was accepted with.
public interface Templates {

  /// Stores a new version, unless the newest one says the same, and returns the newest one. Takes
  /// effect on other servers within about a second.
  Template put(String name, TemplateContent content);

  /// The newest version.
  Optional<Template> find(String name);

  Optional<Template> find(String name, int version);

  /// The newest version of every template, by name.
  List<Template> list();

  /// All versions, oldest first; empty if there is no such template.
  List<Template> versions(String name);

  /// Deletes all versions; false if there is none. Messages that were accepted with one of them and
  /// wait to be sent will fail. A template that is stored again under this name continues with the
  /// next number.
  boolean delete(String name);

  /// Fills in variables as for a message on this channel. Nothing is sent.
  RenderedTemplate preview(TemplateUse use, String channel);
}
