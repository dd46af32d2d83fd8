package io.metasched.simulation.system.cyclic.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * One value for each setting that the cyclic scheduling paper does not specify for tables 1 to 3
 * and figures 7 to 9.
 *
 * @param budget interpretation of b*: i, ii or iii
 * @param slices number of sub-batches of the batch-slicer if the paper does not vary it
 * @param cap maximum number of alternatives of a job, or none
 * @param criteria criterion of the search for alternatives if the paper does not name it: one for
 *     all jobs, or each user's own; table 1 names it
 * @param performance performance of the node in table 2
 * @param mostVolume maximum volume of a part
 */
record ChoiceSet(
    String budget, int slices, String cap, String criteria, int performance, int mostVolume) {
  /** Each user's own criterion, as generated. */
  static final String OWN = "own";

  /** The earliest windows for all jobs. */
  static final String START = "start";

  private static final int VOLUME = 560;

  /** Values of default.conf and set B5. */
  static final ChoiceSet DEFAULT = new ChoiceSet("ii", 5, "14", OWN, 7, VOLUME);

  /** The other calibrated set, with which tables 1 to 3 are measured. */
  static final ChoiceSet SET_A = new ChoiceSet("i", 10, "14", OWN, 7, 570);

  private static final List<String> BUDGETS = List.of("i", "ii", "iii");
  private static final List<Integer> SLICES = List.of(5, 10, 20);
  private static final List<String> CAPS = List.of("14", "30", "none");
  private static final List<String> CRITERIA = List.of(OWN, START, "runtime");
  private static final List<Integer> PERFORMANCES = List.of(6, 7);

  /** Returns the whole grid, and set A, whose volumes are not in the grid. */
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

  /** Returns the label of the set's row. */
  String label() {
    var volume = mostVolume == VOLUME ? "" : " V=" + mostVolume;
    return String.join(" ", options()) + volume;
  }

  /** Returns the options of this set, choice by choice. */
  List<String> options() {
    return List.of(
        "b*=" + budget, "k=" + slices, "cap=" + cap, "by=" + criteria, "r=" + performance);
  }

  /** Returns all options, choice by choice, the default first. */
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
