package io.metasched.lab.bench.rectangles;

import io.metasched.resource.rectangles.AvailRectList;
import io.metasched.resource.rectangles.RectanglePolicy;

/** Structures of busy elements. */
public enum RectangleStructure {
  /** The tree of the program. */
  TREE("tree"),
  /** The linked list of the paper. */
  LINKED("linked-list"),
  /** A list that is traversed for each candidate start. */
  NAIVE("naive-list");

  final String label;

  RectangleStructure(String label) {
    this.label = label;
  }

  /** Returns a structure with the records of a tree; for {@link #TREE}, the tree itself. */
  RepeatedList<?> of(AvailRectList tree, RectanglePolicy policy) {
    return switch (this) {
      case TREE -> new TreeList(tree, policy);
      case LINKED -> new LinkedRectList(tree.elements(), tree.records(), policy);
      case NAIVE -> new NaiveRepeatedList(tree.elements(), tree.records(), policy);
    };
  }
}
