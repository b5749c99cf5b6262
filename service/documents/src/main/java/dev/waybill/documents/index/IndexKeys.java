package dev.waybill.documents.index;

import dev.waybill.spi.Key;
import java.util.List;

/// The settings of the index of chunks.
public final class IndexKeys {

  public static final String LOCAL = "local";
  public static final String S3_VECTORS = "s3vectors";
  public static final String POSTGRES = "postgres";

  public static final Key<String> INDEX =
      Key.choice(
          "documents.index",
          LOCAL,
          "Where the index of documents is: in the data directory of the server, or in Amazon S3"
              + " Vectors or PostgreSQL with pgvector, which several servers can share.",
          LOCAL,
          S3_VECTORS,
          POSTGRES);
  public static final Key<String> URL =
      Key.text(
              "documents.index.url",
              null,
              "Address of the index; for `s3vectors` by default"
                  + " `https://s3vectors.REGION.api.aws`, for `postgres` such as"
                  + " `postgres://user:password@host:5432/database?sslmode=verify-full`.")
          .kept();
  public static final Key<String> BUCKET =
      Key.text("documents.index.bucket", null, "Vector bucket for `s3vectors`. It must exist.");
  public static final Key<String> PREFIX =
      Key.text(
          "documents.index.prefix",
          "waybill",
          "Beginning of the names of vector indexes: 1 to 16 lower-case letters and digits.");
  public static final Key<String> REGION =
      Key.text("documents.index.region", null, "AWS region of the vector bucket.");
  public static final Key<String> ACCESS_KEY =
      Key.text("documents.index.access_key", null, "ID of the AWS access key for `s3vectors`.");
  public static final Key<String> SECRET_KEY =
      Key.text("documents.index.secret_key", null, "Secret of the AWS access key.").kept();
  public static final Key<String> SESSION_TOKEN =
      Key.text(
              "documents.index.session_token",
              null,
              "Session token, if the AWS access key is a temporary one.")
          .kept();

  public static final List<Key<?>> ALL =
      List.of(INDEX, URL, BUCKET, PREFIX, REGION, ACCESS_KEY, SECRET_KEY, SESSION_TOKEN);

  private IndexKeys() {}
}
