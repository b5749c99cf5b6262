package dev.waybill.documents.upload;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// The files of an upload, one after the other.
public interface FileSource {

  /// The next file, or null after the last one. The content of a file is read before the next call.
  @Nullable ArrivingFile next();

  /// A file whose size may be unknown.
  record ArrivingFile(String name, InputStream content) {}
}
