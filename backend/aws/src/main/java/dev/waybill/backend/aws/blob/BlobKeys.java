package dev.waybill.backend.aws.blob;

import dev.waybill.base.Sha256;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The keys of objects. Payloads of jobs are at `jobs/{job_id}/params.json`; other blobs are at
/// their name. Objects of other tenants than `default` are below `tenants/{tenant}/`.
final class BlobKeys {

  private static final String DEFAULT_TENANT = "default";
  private static final String TENANTS = "tenants/";

  /// Names whose parts any client can address.
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127})*");

  private static final Pattern PAYLOAD = Pattern.compile("(jobs/[^/]+)/payload");
  private static final Pattern PARAMS = Pattern.compile("jobs/[^/]+/params\\.json");

  private BlobKeys() {}

  static String of(String tenant, String name) {
    return prefix(tenant) + path(name);
  }

  private static String prefix(String tenant) {
    return tenant.equals(DEFAULT_TENANT)
        ? ""
        : TENANTS + URLEncoder.encode(tenant, StandardCharsets.UTF_8).replace(".", "%2E") + "/";
  }

  /// Different names have different keys: `~` occurs in no name.
  private static String path(String name) {
    Matcher payload = PAYLOAD.matcher(name);
    if (payload.matches()) {
      return payload.group(1) + "/params.json";
    }
    boolean plain =
        PLAIN.matcher(name).matches()
            && !PARAMS.matcher(name).matches()
            && !name.startsWith(TENANTS)
            && name.length() <= 400;
    return plain ? name : "~" + Sha256.hex(name);
  }
}
