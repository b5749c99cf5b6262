package dev.waybill.documents.diagram;

import dev.waybill.documents.chunk.Chunk;
import java.util.ArrayList;
import java.util.List;

/// A tree of headings. A node appears once under its parent, in reading order.
final class Outline {

  static final int NODES = 200;
  static final int DEPTH = 5;

  private final String label;
  private final List<Outline> children = new ArrayList<>();

  private Outline(String label) {
    this.label = label;
  }

  /// One document is the root itself; several are below the title.
  static Outline ofHeadings(String title, List<DiagramDocument> documents) {
    Outline root =
        new Outline(Label.of(documents.size() == 1 ? documents.getFirst().name() : title));
    Growth growth = new Growth();
    for (DiagramDocument document : documents) {
      Outline top =
          documents.size() == 1 ? root : growth.child(root, Label.of(document.name()), false);
      for (Chunk chunk : document.chunks()) {
        growth.add(top, chunk.headings());
      }
    }
    return root;
  }

  /// A tree of given nodes, whose parents come before them.
  static Outline ofNodes(String title, List<DrawnAnswer.Node> nodes) {
    Outline root = new Outline(Label.of(title));
    List<Outline> made = new ArrayList<>();
    for (DrawnAnswer.Node node : nodes) {
      Outline added = new Outline(Label.of(node.label()));
      (node.parent() == null ? root : made.get(node.parent())).children.add(added);
      made.add(added);
    }
    return root;
  }

  /// Adds nodes while there is room.
  private static final class Growth {

    private int nodes = 1;

    void add(Outline top, List<String> headings) {
      Outline at = top;
      for (String heading : headings.subList(0, Math.min(headings.size(), DEPTH))) {
        at = child(at, Label.of(heading), true);
      }
    }

    /// The parent itself if there is no room for one more.
    Outline child(Outline parent, String label, boolean join) {
      for (Outline known : parent.children) {
        if (join && known.label.equals(label)) {
          return known;
        }
      }
      if (nodes == NODES) {
        return parent;
      }
      nodes++;
      Outline added = new Outline(label);
      parent.children.add(added);
      return added;
    }
  }

  String label() {
    return label;
  }

  List<Outline> children() {
    return List.copyOf(children);
  }
}
