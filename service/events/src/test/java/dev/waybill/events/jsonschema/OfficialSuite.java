package dev.waybill.events.jsonschema;

import dev.waybill.WaybillException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Runs all files of the official JSON Schema Test Suite in a directory and prints which groups are
/// supported, and which verdicts differ. Started by `scripts/schema-suite.sh`.
public final class OfficialSuite {

  private static final String ROW = "%-45s %9s %8s %6s %6s%n";

  private int supported;
  private int refused;
  private int right;
  private final List<String> wrong = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();

  private OfficialSuite() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    OfficialSuite total = new OfficialSuite();
    System.out.printf(ROW, "file", "supported", "refused", "right", "wrong");
    for (Path file : files(folder)) {
      OfficialSuite one = new OfficialSuite();
      one.run(file);
      one.print(folder.relativize(file).toString());
      total.add(one);
    }
    total.print("all");
    System.out.println("\nrefused groups:");
    total.refusals.forEach(System.out::println);
    System.out.println("\nother verdicts:");
    total.wrong.forEach(System.out::println);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private void run(Path file) throws IOException {
    for (JsonNode group : JsonTrees.EVENTS.readTree(Files.readAllBytes(file))) {
      String name = file.getFileName() + ": " + group.path("description").asString("");
      try {
        CompiledSchema schema = CompiledSchema.of(JsonTrees.write(group.path("schema")));
        supported++;
        group.path("tests").forEach(test -> check(name, schema, test));
      } catch (WaybillException unsupported) {
        refused++;
        refusals.add(name + ": " + unsupported.getMessage());
      }
    }
  }

  private void check(String group, CompiledSchema schema, JsonNode test) {
    boolean valid = schema.validate(test.path("data")).isEmpty();
    if (valid == test.path("valid").booleanValue()) {
      right++;
    } else {
      wrong.add(
          "%s, %s: %s".formatted(group, test.path("description").asString(""), test.get("data")));
    }
  }

  private void add(OfficialSuite one) {
    supported += one.supported;
    refused += one.refused;
    right += one.right;
    wrong.addAll(one.wrong);
    refusals.addAll(one.refusals);
  }

  private void print(String name) {
    System.out.printf(ROW, name, supported, refused, right, wrong.size());
  }
}
