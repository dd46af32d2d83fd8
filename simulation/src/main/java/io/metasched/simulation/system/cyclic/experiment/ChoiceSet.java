package io.metasched.simulation.system.cyclic.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * One way to decide everything that the cyclic scheduling paper leaves open in tables 1 to 3 and
 * figures 7 to 9, for all of them at once.
 *
 * @param budget reading of b*: i, ii or iii
 * @param slices sub-batches of the batch-slicer where the paper does not vary them
 * @param cap most alternatives of a job, or none
 * @param criteria by what alternatives are searched where the paper does not say it: a criterion
 *     for all jobs, or each user's own; table 1 says it
 * @param performance of the node in table 2
 * @param mostVolume greatest volume of a part
 */
record ChoiceSet(
    String budget, int slices, String cap, String criteria, int performance, int mostVolume) {
  /** Each user's own criterion, as generated. */
  static final String OWN = "own";

  /** The earliest windows for all jobs. */
  static final String START = "start";

  private static final int VOLUME = 560;

  /** What default.conf and set B5 have. */
  static final ChoiceSet DEFAULT = new ChoiceSet("ii", 5, "14", OWN, 7, VOLUME);

  /** The other calibrated set, which tables 1 to 3 are measured with. */
  static final ChoiceSet SET_A = new ChoiceSet("i", 10, "14", OWN, 7, 570);

  private static final List<String> BUDGETS = List.of("i", "ii", "iii");
  private static final List<Integer> SLICES = List.of(5, 10, 20);
  private static final List<String> CAPS = List.of("14", "30", "none");
  private static final List<String> CRITERIA = List.of(OWN, START, "runtime");
  private static final List<Integer> PERFORMANCES = List.of(6, 7);

  /** The whole grid, and set A, whose volumes lie beside it. */
  static List<ChoiceSet> all() {
    var sets = new ArrayList<ChoiceSet>();
    for (var budget : BUDGETS) {
      for (int slices : SLICES) {
        for (var cap : CAPS) {
          for (var criteria : CRITERIA) {
            for (int performance : PERFORMANCES) {
              sets.add(new ChoiceSet(budget, slices, cap, criteria, performance, VOLUME));
            }
          }
        }
      }
    }
    sets.add(SET_A);
    return List.copyOf(sets);
  }

  /** Its row. */
  String label() {
    var volume = mostVolume == VOLUME ? "" : " V=" + mostVolume;
    return String.join(" ", options()) + volume;
  }

  /** What it decides, choice by choice. */
  List<String> options() {
    return List.of(
        "b*=" + budget, "k=" + slices, "cap=" + cap, "by=" + criteria, "r=" + performance);
  }

  /** All that a choice may be, choice by choice, that of the default first. */
  static List<List<String>> optionsByChoice() {
    var choices = new ArrayList<List<String>>();
    for (int choice = 0; choice < DEFAULT.options().size(); choice++) {
      int at = choice;
      var options = new ArrayList<>(List.of(DEFAULT.options().get(at)));
      all().stream()
          .map(set -> set.options().get(at))
          .distinct()
          .filter(option -> !options.contains(option))
          .forEach(options::add);
      choices.add(options);
    }
    return choices;
  }
}
