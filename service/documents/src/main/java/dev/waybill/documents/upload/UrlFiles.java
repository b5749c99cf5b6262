package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.messages.http.HttpDownloads;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.OutgoingRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files behind URLs, downloaded one after the other.
final class UrlFiles implements FileSource, AutoCloseable {

  /// For all files of an upload together.
  static final HttpSender.Timeouts TIMEOUTS =
      new HttpSender.Timeouts(Duration.ofSeconds(5), Duration.ofMinutes(5));

  private static final int LONGEST_URL = 2_048;

  private final Iterator<URI> left;
  private final HttpDownloads downloads;

  private UrlFiles(List<URI> urls, HttpDownloads downloads) {
    this.left = urls.iterator();
    this.downloads = downloads;
  }

  /// Checks all URLs before the first download.
  static UrlFiles of(List<String> urls, int most, Network network) {
    if (urls.size() > most) {
      throw new WaybillException(Code.TOO_MANY_ITEMS, "at most " + most + " files per upload");
    }
    List<URI> checked = urls.stream().map(UrlFiles::checked).toList();
    return new UrlFiles(checked, HttpDownloads.start(network, TIMEOUTS));
  }

  private static URI checked(String text) {
    try {
      URI url = URI.create(text);
      if (text.length() <= LONGEST_URL && OutgoingRequest.isWebAddress(url)) {
        return url;
      }
    } catch (IllegalArgumentException malformed) {
      // refused below
    }
    throw new WaybillException(
        Code.INVALID_ARGUMENT,
        "%s is not a URL of at most %d characters with http or https, a host, and no user information"
            .formatted(Text.quote(text), LONGEST_URL));
  }

  @Override
  public @Nullable ArrivingFile next() {
    if (!left.hasNext()) {
      return null;
    }
    URI url = left.next();
    try {
      return new ArrivingFile(name(url), downloads.open(url));
    } catch (IOException failed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, String.valueOf(failed.getMessage()), failed);
    }
  }

  /// The last part of the path, or else the host.
  private static String name(URI url) {
    String last = url.getPath().substring(url.getPath().lastIndexOf('/') + 1);
    return last.isBlank() ? url.getHost() : last;
  }

  @Override
  public void close() {
    downloads.close();
  }
}
