package dev.waybill.wire.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields of a document, for reading and writing.
final class Layout<T> {

  private final Field<T>[] fields;
  private final Field<T>[] owners;
  private final int[] names;
  private final @Nullable Object[] objects;
  private final long[] numbers;

  /// @param objects the initial values of a document
  /// @param numbers the initial values of whole numbers and flags
  @SuppressWarnings({"unchecked", "rawtypes"})
  Layout(List<Field<T>> fields, List<@Nullable Object> objects, int numbers) {
    this.fields = fields.toArray(new Field[0]);
    this.objects = objects.toArray();
    this.numbers = new long[numbers];
    int members = fields.stream().mapToInt(field -> field.described().size()).sum();
    this.owners = new Field[members];
    this.names = new int[members];
    int at = 0;
    for (Field<T> field : fields) {
      for (int name = 0; name < field.described().size(); name++) {
        owners[at] = field;
        names[at++] = name;
      }
    }
  }

  @Nullable Object[] freshObjects() {
    return objects.length == 0 ? objects : objects.clone();
  }

  long[] freshNumbers() {
    return numbers.length == 0 ? numbers : numbers.clone();
  }

  /// Reads one field.
  ///
  /// @param member its index in the shape
  void read(JsonIn in, Values values, int member) {
    owners[member].read(in, values, names[member]);
  }

  void remove(Values values, int member) {
    owners[member].remove(values, names[member]);
  }

  void load(Values values, T document) {
    for (Field<T> field : fields) {
      field.load(values, document);
    }
  }

  void write(JsonOut out, T document) {
    for (Field<T> field : fields) {
      field.write(out, document);
    }
  }

  void change(JsonOut out, T before, T after) {
    for (Field<T> field : fields) {
      field.change(out, before, after);
    }
  }
}
