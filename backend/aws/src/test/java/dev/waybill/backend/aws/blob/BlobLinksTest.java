package dev.waybill.backend.aws.blob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Buckets;
import dev.waybill.conformance.Seed;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Links to objects of S3.
class BlobLinksTest {

  private final AwsConfig config = Emulators.config();
  private final AwsLink link = AwsLink.open(config);
  private final AwsBlobStore blobs = AwsBlobStore.open(link);

  @AfterEach
  void close() {
    link.close();
  }

  @Test
  @Seed("S4.27")
  void anyone_can_download_by_a_link() throws Exception {
    new Buckets(link).create(link.layout().bucket());
    byte[] content = new byte[100_000];
    new Random(1).nextBytes(content);
    blobs.put("default", "jobs/j1/payload", content);

    URI address =
        blobs.find("default", "jobs/j1/payload").orElseThrow().link(Duration.ofMinutes(15)).get();

    assertThat(address.getPath()).endsWith("/jobs/j1/params.json");
    assertThat(address.getQuery())
        .contains("X-Amz-Expires=900", "X-Amz-Signature=", "response-content-disposition");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofByteArray());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo(content);
      assertThat(answer.headers().firstValue("Content-Disposition")).hasValue("attachment");
    }
  }

  @Test
  void a_link_to_aws_has_the_host_of_the_bucket() {
    try (AwsLink real =
        AwsLink.open(config.withEndpoints(new AwsConfig.Endpoints(null, null, null)))) {
      assertThat(real.presigned("k", Duration.ofMinutes(1)).getHost())
          .startsWith(real.layout().bucket() + ".s3.")
          .endsWith(".amazonaws.com");
    }
  }
}
