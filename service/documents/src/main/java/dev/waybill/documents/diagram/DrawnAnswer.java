package dev.waybill.documents.diagram;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.count;

import dev.waybill.document.DiagramKind;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.Slot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads a diagram that a language model answered with. The answer is data that is drawn here: none
/// of it becomes syntax of Mermaid or SVG.
public final class DrawnAnswer {

  private static final int CHARACTERS = 200_000;
  private static final int STRONGEST = 10;

  /// @param parent position of an earlier node; null at the top
  record Node(String label, @Nullable Integer parent) {}

  private static final Fields<Node> NODE = Fields.of("OutlineNode", "A node.");
  private static final Slot.Of<String> LABEL = NODE.text("label", Node::label, "Its text.");
  private static final Slot.Maybe<Integer> PARENT =
      NODE.optional("parent", COUNT, Node::parent, "The position of its parent.");

  private record Nodes(List<Node> all) {}

  private static final Fields<Nodes> NODES_FIELDS = Fields.of("OutlineAnswer", "A mind map.");
  private static final Slot.Of<List<Node>> ALL_NODES =
      NODES_FIELDS.some(
          "nodes",
          NODE.make(in -> new Node(in.get(LABEL), in.get(PARENT))),
          Outline.NODES - 1,
          Nodes::all,
          "In order.");
  private static final Document<Nodes> NODES =
      NODES_FIELDS.make(in -> new Nodes(in.get(ALL_NODES)));

  private record Link(int from, int to, int weight) {}

  private static final Fields<Link> LINK = Fields.of("TermLink", "A relation of two terms.");
  private static final Slot.Count FROM = LINK.count("from", Link::from, "A position.");
  private static final Slot.Count TO = LINK.count("to", Link::to, "A position.");
  private static final Slot.Of<Integer> WEIGHT =
      LINK.or(1, "weight", count(1, STRONGEST), Link::weight, "Its strength.");

  private record Terms(List<String> terms, List<Link> links) {}

  private static final Fields<Terms> TERMS_FIELDS = Fields.of("TermsAnswer", "A graph.");
  private static final Slot.Of<List<String>> ALL_TERMS =
      TERMS_FIELDS.some("terms", TEXT, KeyTerms.TERMS, Terms::terms, "The most important first.");
  private static final Slot.Of<List<Link>> LINKS =
      TERMS_FIELDS.some(
          "edges",
          LINK.make(in -> new Link(in.get(FROM), in.get(TO), in.get(WEIGHT))),
          KeyTerms.EDGES,
          Terms::links,
          "The relations.");
  private static final Document<Terms> TERMS =
      TERMS_FIELDS.make(in -> new Terms(in.get(ALL_TERMS), in.get(LINKS)));

  private DrawnAnswer() {}

  /// @param title of the root of an outline
  /// @throws InvalidAnswer if the answer is not a diagram of this kind within its limits
  public static Drawing read(DiagramKind kind, String title, String answer) throws InvalidAnswer {
    check(answer.length() <= CHARACTERS, "it has more than " + CHARACTERS + " characters");
    byte[] json = withoutFence(answer).getBytes(StandardCharsets.UTF_8);
    try {
      return switch (kind) {
        case OUTLINE -> Drawing.of(outline(title, NODES.readAnswer(json).all()));
        case TERMS -> Drawing.of(graph(TERMS.readAnswer(json)));
      };
    } catch (InvalidDocument malformed) {
      throw new InvalidAnswer(String.valueOf(malformed.getMessage()));
    }
  }

  /// Models like to answer with a block of Markdown.
  private static String withoutFence(String answer) {
    String text = answer.strip();
    return text.startsWith("```") && text.endsWith("```") && text.contains("\n")
        ? text.substring(text.indexOf('\n'), text.length() - 3)
        : text;
  }

  private static Outline outline(String title, List<Node> nodes) throws InvalidAnswer {
    check(!nodes.isEmpty(), "it has no nodes");
    int[] depths = new int[nodes.size()];
    for (int i = 0; i < nodes.size(); i++) {
      Integer parent = nodes.get(i).parent();
      check(parent == null || (parent >= 0 && parent < i), "node " + i + " has no such parent");
      depths[i] = parent == null ? 1 : depths[parent] + 1;
      check(depths[i] <= Outline.DEPTH, "it has more than " + Outline.DEPTH + " levels");
    }
    return Outline.ofNodes(title, nodes);
  }

  private static TermGraph graph(Terms answer) throws InvalidAnswer {
    int terms = answer.terms().size();
    check(terms > 0, "it has no terms");
    for (Link link : answer.links()) {
      boolean known =
          link.from() >= 0 && link.from() < terms && link.to() >= 0 && link.to() < terms;
      check(known && link.from() != link.to(), "an edge has no such terms");
    }
    return new TermGraph(
        IntStream.range(0, terms)
            .mapToObj(i -> new TermGraph.Term(Label.of(answer.terms().get(i)), terms - i))
            .toList(),
        answer.links().stream()
            .map(link -> new TermGraph.Edge(link.from(), link.to(), link.weight()))
            .toList());
  }

  private static void check(boolean holds, String otherwise) throws InvalidAnswer {
    if (!holds) {
      throw new InvalidAnswer(otherwise);
    }
  }
}
