package dev.waybill.wire.json;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.as;
import static dev.waybill.wire.json.Codecs.list;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.result.FieldError;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One declaration provides the reader, the writer and the description.
final class DocumentTest {

  private record Leg(String to, long meters, boolean toll) {}

  private record Trip(String name, int seats, @Nullable Duration limit, List<Leg> legs) {}

  private static final Document<Leg> LEG = leg();
  private static final Document<Trip> TRIP = trip();

  private static Document<Leg> leg() {
    Fields<Leg> fields = Fields.of("Leg", "A part of a trip.");
    var to = fields.text("to", Leg::to, "The destination.");
    var meters = fields.whole("meters", Leg::meters, "The distance.");
    var toll = fields.flag("toll", Leg::toll, "Whether it costs a toll.");
    return fields.make(in -> new Leg(in.get(to), in.get(meters), in.get(toll)));
  }

  private static Document<Trip> trip() {
    Fields<Trip> fields = Fields.of("Trip", "A trip.");
    var name = fields.text("name", Trip::name, "Its name.");
    var seats = fields.or(4, "seats", COUNT, Trip::seats, "Number of seats; default 4.");
    var limit = fields.optional("limit", SPAN, Trip::limit, "Longest time.");
    var legs = fields.some("legs", LEG, 3, Trip::legs, "At most 3.");
    return fields.make(
        in -> {
          if (in.get(seats) < 1) {
            throw new WaybillException(Code.INVALID_DELAY, "seats must be 1 or more");
          }
          return new Trip(in.get(name), in.get(seats), in.get(limit), in.get(legs));
        });
  }

  @Test
  void a_document_round_trips_in_the_order_of_the_declaration() {
    Trip trip = new Trip("a", 2, Duration.ofHours(1), List.of(new Leg("b", 1L << 40, true)));
    assertThat(text(TRIP, trip))
        .isEqualTo(
            "{\"name\":\"a\",\"seats\":2,\"limit\":\"PT1H\","
                + "\"legs\":[{\"to\":\"b\",\"meters\":1099511627776,\"toll\":true}]}");
    assertThat(TRIP.read(TRIP.bytes(trip))).isEqualTo(trip);
  }

  @Test
  void an_omitted_field_has_its_default_and_an_empty_one_is_not_written() {
    Trip trip = read(TRIP, "{\"name\":\"a\",\"seats\":null}");
    assertThat(trip).isEqualTo(new Trip("a", 4, null, List.of()));
    assertThat(text(TRIP, trip)).isEqualTo("{\"name\":\"a\",\"seats\":4}");
  }

  @Test
  void the_description_has_the_required_fields() {
    assertThat(TRIP.shape().name()).isEqualTo("Trip");
    assertThat(TRIP.shape().fields())
        .extracting(Shape.Field::name, Shape.Field::required, Shape.Field::kind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("name", true, Shape.Scalar.TEXT),
            org.assertj.core.groups.Tuple.tuple("seats", false, Shape.Scalar.WHOLE),
            org.assertj.core.groups.Tuple.tuple("limit", false, Shape.Scalar.SPAN),
            org.assertj.core.groups.Tuple.tuple("legs", false, new Shape.Items(LEG.kind())));
  }

  @Test
  void a_value_that_the_constructor_rejects_is_reported_with_its_pointer() {
    Document<List<Trip>> trips = ListJson.of("Trips", "", "trips", TRIP, 10);
    InvalidDocument rejected =
        rejected(trips, "{\"trips\":[{\"name\":\"a\"},{\"name\":\"b\",\"seats\":0}]}");
    assertThat(rejected.code()).isEqualTo(Code.INVALID_DELAY);
    assertThat(rejected.errors().getFirst().pointer()).isEqualTo("/trips/1");
    assertThat(rejected.errors().getFirst().code()).isEqualTo("invalid_value");
  }

  @Test
  void errors_in_parts_and_lists_are_reported_with_their_pointer() {
    assertThat(pointer(TRIP, "{\"name\":\"a\",\"legs\":[{\"to\":\"b\",\"toll\":true}]}"))
        .isEqualTo("/legs/0/meters");
    String leg = "{\"to\":\"b\",\"meters\":1,\"toll\":false}";
    InvalidDocument many =
        rejected(TRIP, "{\"name\":\"a\",\"legs\":[" + (leg + ",").repeat(3) + leg + "]}");
    assertThat(many.code()).isEqualTo(Code.TOO_MANY_ITEMS);
    assertThat(many.errors().getFirst().pointer()).isEqualTo("/legs");
  }

  @Test
  void the_fields_of_an_included_document_are_fields_of_the_document() {
    record Tagged(Leg leg, String tag) {}
    Fields<Tagged> fields = Fields.of("Tagged", "");
    var leg = fields.include(LEG, Tagged::leg);
    var tag = fields.text("tag", Tagged::tag, "");
    Document<Tagged> document = fields.make(in -> new Tagged(in.get(leg), in.get(tag)));
    Tagged one = new Tagged(new Leg("b", 7, false), "x");
    assertThat(text(document, one))
        .isEqualTo("{\"to\":\"b\",\"meters\":7,\"toll\":false,\"tag\":\"x\"}");
    assertThat(document.read(document.bytes(one))).isEqualTo(one);
    assertThat(pointer(document, "{\"to\":\"b\",\"tag\":\"x\",\"toll\":true}"))
        .isEqualTo("/meters");
  }

  @Test
  void an_optional_part_may_be_omitted() {
    Fields<Object> fields = Fields.of("LegOrText", "");
    var leg = fields.includeSome(LEG, value -> value instanceof Leg one ? one : null);
    var word = fields.optional("word", TEXT, value -> value instanceof String one ? one : null, "");
    Document<Object> document =
        fields.make(in -> in.get(word) == null ? in.get(leg) : in.get(word));
    assertThat(read(document, "{\"word\":\"x\"}")).isEqualTo("x");
    assertThat(read(document, "{\"to\":\"b\",\"meters\":7,\"toll\":true}"))
        .isEqualTo(new Leg("b", 7, true));
    assertThat(pointer(document, "{\"to\":\"b\"}")).isEqualTo("/meters");
    assertThat(document.shape().required()).isZero();
  }

  @Test
  void exactly_one_variant_must_be_present() {
    Fields<Object> fields = Fields.of("Choice", "");
    fields.variant("leg", Leg.class, LEG, "");
    fields.variant("number", Integer.class, COUNT, "");
    Document<Object> document = fields.exactlyOne();
    assertThat(text(document, 7)).isEqualTo("{\"number\":7}");
    assertThat(read(document, "{\"number\":7}")).isEqualTo(7);
    assertThat(document.shape().exclusive()).isTrue();
    FieldError none = rejected(document, "{}").errors().getFirst();
    assertThat(none.code()).isEqualTo("missing_field");
    FieldError both =
        rejected(document, "{\"number\":7,\"leg\":{\"to\":\"b\",\"meters\":7,\"toll\":true}}")
            .errors()
            .getFirst();
    assertThat(both.code()).isEqualTo("duplicate_field");
    assertThat(both.pointer()).isEqualTo("/leg");
  }

  @Test
  void a_patch_changes_named_fields_and_null_removes_them() {
    Trip before = new Trip("a", 2, Duration.ofHours(1), List.of());
    Trip after = TRIP.merge("{\"limit\":null,\"seats\":3}".getBytes(UTF_8), before);
    assertThat(after).isEqualTo(new Trip("a", 3, null, List.of()));
    byte[] patch = JsonOut.write(out -> TRIP.change(out, before, after));
    assertThat(new String(patch, UTF_8)).isEqualTo("{\"seats\":3,\"limit\":null}");
    InvalidDocument rejected =
        catchThrowableOfType(
            InvalidDocument.class, () -> TRIP.merge("{\"seats\":0}".getBytes(UTF_8), before));
    assertThat(rejected.errors().getFirst().pointer()).isEqualTo("/seats");
  }

  @Test
  void an_answer_of_a_newer_server_may_have_more_fields_at_any_depth() {
    String newer =
        "{\"x\":1,\"name\":\"a\",\"legs\":[{\"to\":\"b\",\"y\":{},\"meters\":1,\"toll\":true}]}";
    assertThat(TRIP.readAnswer(newer.getBytes(UTF_8)).legs())
        .containsExactly(new Leg("b", 1, true));
    assertThat(pointer(TRIP, newer)).isEqualTo("/x");
  }

  @Test
  void a_rejected_conversion_is_reported_with_its_pointer() {
    Document<List<Integer>> document =
        ListJson.of("Numbers", "", "n", as(TEXT, DocumentTest::parsed, String::valueOf), 9);
    assertThat(read(document, "{\"n\":[\"1\",\"2\"]}")).containsExactly(1, 2);
    assertThat(pointer(document, "{\"n\":[\"1\",\"x\"]}")).isEqualTo("/n/1");
    assertThat(list(TEXT, 1).kind()).isEqualTo(new Shape.Items(Shape.Scalar.TEXT));
  }

  private static int parsed(String text) {
    if (!text.chars().allMatch(Character::isDigit)) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "not a number");
    }
    return Integer.parseInt(text);
  }

  private static <T> String text(Document<T> document, T value) {
    return new String(document.bytes(value), UTF_8);
  }

  private static <T> T read(Document<T> document, String json) {
    return document.read(json.getBytes(UTF_8));
  }

  private static String pointer(Document<?> document, String json) {
    return rejected(document, json).errors().getFirst().pointer();
  }

  private static InvalidDocument rejected(Document<?> document, String json) {
    return catchThrowableOfType(InvalidDocument.class, () -> read(document, json));
  }

  @Test
  void a_page_says_whether_items_may_be_missing() {
    Document<Page<Leg>> pages = PageJson.searched(LEG);
    Page<Leg> some = new Page<>(List.of(), null, true);

    assertThat(new String(pages.bytes(some), UTF_8))
        .isEqualToIgnoringWhitespace("{\"items\": [], \"incomplete\": true}");
    assertThat(pages.readAnswer(pages.bytes(some))).isEqualTo(some);
    assertThat(new String(pages.bytes(new Page<>(List.of(), null)), UTF_8))
        .isEqualToIgnoringWhitespace("{\"items\": []}");
  }
}
