package dev.waybill.backend.postgres.blob;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.VerifiedBlocks;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/// Blobs as blocks in rows. Blocks are stored one by one, in short transactions; a blob exists once
/// its name is stored. What is left of uploads that never ended is deleted a day later.
public final class PostgresBlobStore implements BlobStore {

  private static final int BLOCK_BYTES = 256 * 1024;
  private static final Duration ABANDONED = Duration.ofDays(1);

  private static final String ADD =
      "insert into {block} (upload, number, sum, data) values (?, ?, ?, ?)";

  private static final String TAKE =
      "insert into {blob} (tenant, name, upload, size) values (?, ?, ?, ?) on conflict do nothing";

  private static final String FIND =
      "select upload, size from {blob} where tenant = ? and name = ?";

  private static final String DELETE =
      "with d as (delete from {blob} where tenant = ? and name = ? returning upload), b as (delete"
          + " from {block} using d where block.upload = d.upload) select count(*) from d";

  private static final String SWEEP =
      "with d as (delete from {upload} where id = any(array(select id from {upload} where at < ?"
          + " limit 100)) returning id) delete from {block} using d where block.upload = d.id";

  private final Database database;

  public PostgresBlobStore(Database database) {
    this.database = database;
    database.write(
        "delete abandoned uploads",
        write -> write.query(SWEEP).number(write.now() - ABANDONED.toMillis()).run());
  }

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    if (find(tenant, name).isPresent()) {
      return false;
    }
    UUID upload = UUID.randomUUID();
    byte[] block = content.readNBytes(BLOCK_BYTES);
    if (block.length < BLOCK_BYTES) {
      byte[] only = block;
      return database.write(
          "store a blob",
          write -> {
            if (!take(write, tenant, name, upload, only.length)) {
              return false;
            }
            add(write, upload, 0, only);
            return true;
          });
    }
    return stream(new Upload(tenant, name, upload), block, content);
  }

  private record Upload(String tenant, String name, UUID id) {}

  private boolean stream(Upload upload, byte[] first, InputStream content) throws IOException {
    boolean stored = false;
    try {
      long number = 0;
      long size = 0;
      byte[] block = first;
      while (block.length > 0) {
        addBlock(upload.id, number++, block);
        size += block.length;
        block = content.readNBytes(BLOCK_BYTES);
      }
      long total = size;
      stored =
          database.write(
              "store a blob",
              write -> {
                write.query("delete from {upload} where id = ?").id(upload.id).run();
                return take(write, upload.tenant, upload.name, upload.id, total);
              });
      return stored;
    } finally {
      if (!stored) {
        discard(upload.id);
      }
    }
  }

  private void addBlock(UUID upload, long number, byte[] block) {
    database.write(
        "store a part of a blob",
        write -> {
          write
              .query(
                  "insert into {upload} values (?, ?) on conflict (id) do update set at ="
                      + " excluded.at")
              .id(upload)
              .number(write.now())
              .run();
          add(write, upload, number, block);
          return true;
        });
  }

  private void discard(UUID upload) {
    database.write(
        "discard a blob",
        write -> {
          write.query("delete from {block} where upload = ?").id(upload).run();
          return write.query("delete from {upload} where id = ?").id(upload).run();
        });
  }

  private static void add(Write write, UUID upload, long number, byte[] block) throws SQLException {
    write.query(ADD).id(upload).number(number).number(sum(block)).bytes(block).run();
  }

  private static boolean take(Write write, String tenant, String name, UUID upload, long size)
      throws SQLException {
    return write.query(TAKE).text(tenant).text(name).id(upload).number(size).run() == 1;
  }

  private static int sum(byte[] block) {
    CRC32C sum = new CRC32C();
    sum.update(block);
    return (int) sum.getValue();
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    return database.read(
        "find a blob",
        connection ->
            database
                .query(connection, FIND)
                .text(tenant)
                .text(name)
                .first(row -> new Stored(row.getObject(1, UUID.class), row.getLong(2))));
  }

  @Override
  public boolean delete(String tenant, String name) {
    return database.write(
            "delete a blob", write -> write.query(DELETE).text(tenant).text(name).single())
        > 0;
  }

  private record Piece(Payload data, int sum) {}

  private final class Stored implements Blob {
    private final UUID upload;
    private final long size;

    private Stored(UUID upload, long size) {
      this.upload = upload;
      this.size = size;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public InputStream open(long from, long length) {
      Blob.checkRange(from, length, size);
      return new VerifiedBlocks(
          new VerifiedBlocks.Source() {
            @Override
            public byte[] block(long index) {
              return verified(index);
            }

            @Override
            public void close() {}
          },
          BLOCK_BYTES,
          from,
          length);
    }

    private byte[] verified(long index) {
      Piece piece =
          database
              .read(
                  "read a blob",
                  connection ->
                      database
                          .query(
                              connection,
                              "select data, sum from {block} where upload = ? and number = ?")
                          .id(upload)
                          .number(index)
                          .first(row -> new Piece(Payload.wrap(row.getBytes(1)), row.getInt(2))))
              .orElseThrow(() -> Blob.deleted("the blob"));
      byte[] data = piece.data().bytesWithoutCopy();
      if (sum(data) != piece.sum()) {
        throw new WaybillException(
            Code.CORRUPT, "block " + index + " of a blob in PostgreSQL is damaged");
      }
      return data;
    }
  }
}
