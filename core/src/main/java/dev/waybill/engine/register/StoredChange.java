package dev.waybill.engine.register;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import org.jspecify.annotations.Nullable;

/// A change of a register as stored in the ledger: tenant, name and, unless the definition was
/// deleted, the value as serialized by its [Register.Form].
///
/// @param value null for a deletion
@SuppressWarnings("ArrayRecordComponent") // is never compared
public record StoredChange(Register.Name name, byte @Nullable [] value) {

  private static final int FORMAT = 1;

  static StoredChange of(Payload data) {
    ByteReader in = new ByteReader(data.bytesWithoutCopy());
    int format = in.get1();
    if (format != FORMAT) {
      throw new WaybillException(Code.CORRUPT, "unknown format " + format);
    }
    Register.Name name = new Register.Name(in.getText(), in.getText());
    return new StoredChange(name, in.hasMore() ? in.getBytes() : null);
  }

  public Payload payload() {
    ByteWriter out = new ByteWriter(64);
    out.put1(FORMAT).putText(name.tenant()).putText(name.name());
    if (value != null) {
      out.putBytes(value);
    }
    return Payload.wrap(out.copy());
  }
}
