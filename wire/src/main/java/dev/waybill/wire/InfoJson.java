package dev.waybill.wire;

import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.ServiceInfo;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

public final class InfoJson {

  private static final Fields<ServiceInfo> FIELDS =
      Fields.of("Info", "Version of the server and capabilities of its store.");
  private static final Slot.Of<String> VERSION =
      FIELDS.text("version", ServiceInfo::version, "Version of Waybill.");
  private static final Slot.Of<String> STORE =
      FIELDS.text("store", info -> info.capabilities().store(), "Name of the store.");
  private static final Slot.Of<Durability> DURABILITY =
      FIELDS.required(
          "durability",
          word(Durability.class),
          info -> info.capabilities().durability(),
          "What acknowledged writes survive.");
  private static final Slot.Of<Ordering> ORDERING =
      FIELDS.required(
          "ordering",
          word(Ordering.class),
          info -> info.capabilities().ordering(),
          "How strictly jobs are leased in order.");
  private static final Slot.Of<Listing> LISTING =
      FIELDS.required(
          "listing",
          word(Listing.class),
          info -> info.capabilities().listing(),
          "Filters that a listing of jobs may have.");
  private static final Slot.Flag ATOMIC_FAN_OUT =
      FIELDS.flag(
          "atomic_fan_out",
          info -> info.capabilities().has(Feature.ATOMIC_FAN_OUT),
          "Whether jobs that are enqueued together are stored all or none.");
  private static final Slot.Flag SHARED =
      FIELDS.flag(
          "shared",
          info -> info.capabilities().has(Feature.SHARED),
          "Whether several servers may use the store at once.");
  private static final Slot.Flag SEARCH =
      FIELDS.flag(
          "search",
          info -> info.capabilities().has(Feature.SEARCH),
          "Whether jobs can be found by words.");

  public static final Document<ServiceInfo> DOCUMENT =
      FIELDS.make(
          in ->
              new ServiceInfo(
                  in.get(VERSION),
                  new Capabilities(
                      in.get(STORE),
                      in.get(DURABILITY),
                      in.get(ORDERING),
                      in.get(LISTING),
                      features(in))));

  private InfoJson() {}

  private static Set<Feature> features(Values in) {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    Map.of(
            Feature.ATOMIC_FAN_OUT, in.get(ATOMIC_FAN_OUT),
            Feature.SHARED, in.get(SHARED),
            Feature.SEARCH, in.get(SEARCH))
        .forEach(
            (feature, has) -> {
              if (has) {
                features.add(feature);
              }
            });
    return features;
  }
}
