package dev.waybill.server.http.pages;

import java.util.Optional;

/// The files of the web console. A module provides it through [java.util.ServiceLoader].
public interface StaticPages {

  /// The file at a path; the start page for a path that only its scripts know; empty for a path
  /// without a file, which answers 404.
  ///
  /// @param path the path below `/console/`, without a slash at its beginning
  Optional<StaticFile> find(String path);
}
