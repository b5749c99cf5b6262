package dev.waybill.message;

import dev.waybill.Payload;
import dev.waybill.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file that is sent with a message. Two attachments are equal if they have the same name, type
/// and bytes, wherever these are.
///
/// @param name the file name, without folders
/// @param contentType the media type, such as `application/pdf`
/// @param content the bytes; those of a stored message are read from the store when they are needed
/// @param sha256 of the bytes, in hexadecimal
public record Attachment(String name, String contentType, Payload content, String sha256) {

  private static final int PART = 64 * 1024;

  /// Reads all bytes, to know their digest.
  public static Attachment of(String name, String contentType, Payload content) {
    return new Attachment(name, contentType, content, digest(content));
  }

  /// An attachment whose bytes are elsewhere; see [#loadedBy].
  public static Attachment stored(String name, String contentType, long size, String sha256) {
    return new Attachment(name, contentType, Payload.claim("attachment", size), sha256);
  }

  public Attachment loadedBy(Payload.Source source) {
    return new Attachment(name, contentType, content.loadedBy(source), sha256);
  }

  public long size() {
    return content.size();
  }

  private static String digest(Payload content) {
    try (InputStream bytes = content.open(0, content.size())) {
      MessageDigest sha256 = Sha256.digest();
      byte[] part = bytes.readNBytes(PART);
      while (part.length > 0) {
        sha256.update(part);
        part = bytes.readNBytes(PART);
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Attachment that
        && name.equals(that.name)
        && contentType.equals(that.contentType)
        && size() == that.size()
        && sha256.equals(that.sha256);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, contentType, sha256);
  }
}
