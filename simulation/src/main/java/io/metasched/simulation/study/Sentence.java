package io.metasched.simulation.study;

import java.util.List;

/**
 * A sentence of a paper that measurements can confirm or contradict, or a question of our own.
 *
 * @param id its name, unique in its paper
 * @param place section, table or figure; empty for a question of our own
 * @param says what it says, in our words
 * @param quantity what is compared; empty where the sentence says it
 * @param printed relation and threshold as the paper prints them; empty for our own
 * @param experiments those that answer it
 * @param unanswered why nothing answers it; empty where something does
 * @param compare inequalities between cells of the experiment; none where its code answers
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

  /** A question of our own. */
  static Sentence own(String id, String says) {
    return new Sentence(id, "", says, "", "", List.of(), "", List.of(), false);
  }

  /** Whether a paper says it. */
  public boolean isPublished() {
    return !place.isEmpty();
  }

  /**
   * Decides it by its inequalities.
   *
   * @throws IllegalArgumentException when one cannot be read or names no cell of the measurements
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
