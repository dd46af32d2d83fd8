package io.metasched.simulation.study;

import java.util.List;

/**
 * Sentence of a paper that measurements can confirm or contradict, or a question of this project.
 *
 * @param id id, unique in its paper
 * @param place section, table or figure; empty for a question of this project
 * @param says content in this project's words
 * @param quantity compared quantity; empty if the sentence contains it
 * @param printed relation and threshold as printed in the paper; empty for a question of this
 *     project
 * @param experiments experiments that answer it
 * @param unanswered reason why no experiment answers it; empty if one does
 * @param compare inequalities between cells of the experiment; empty if its code decides
 * @param most whether more than half of the inequalities are enough
 */
public record Sentence(
    String id,
    String place,
    String says,
    String quantity,
    String printed,
    List<String> experiments,
    String unanswered,
    List<String> compare,
    boolean most) {

  public Sentence {
    experiments = List.copyOf(experiments);
    compare = List.copyOf(compare);
  }

  /** Creates a question of this project. */
  static Sentence own(String id, String says) {
    return new Sentence(id, "", says, "", "", List.of(), "", List.of(), false);
  }

  /** Returns whether a paper contains this sentence. */
  public boolean isPublished() {
    return !place.isEmpty();
  }

  /**
   * Decides the sentence by its inequalities.
   *
   * @throws IllegalArgumentException if an inequality cannot be parsed or does not name a cell of
   *     the measurements
   */
  Claim judge(ObservedValues measured) {
    var comparisons =
        compare.stream()
            .flatMap(text -> Inequality.read(text, measured.series()).stream())
            .map(inequality -> inequality.judge(measured))
            .toList();
    var finding = most ? Compared.most(comparisons) : Compared.all(comparisons);
    return new Claim(this, finding, Compared.figures(comparisons, finding));
  }
}
