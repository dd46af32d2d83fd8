package io.metasched.simulation.study;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurable sentences of a paper, in its order, from its file in {@code claims/}, followed by the
 * questions of this project about its system.
 *
 * @param name name of the file
 * @param title title of the paper
 * @param authors authors of the paper
 * @param published journal or conference, and year
 * @param all all sentences
 */
public record Sentences(
    String name, String title, String authors, String published, List<Sentence> all) {
  /** Papers, by their files. */
  public static final List<String> PAPERS =
      List.of("cyclic", "hierarchical", "rectangles", "what-if", "broker");

  private static final List<String> KEYS =
      List.of(
          "id",
          "place",
          "says",
          "quantity",
          "printed",
          "experiment",
          "unanswered",
          "compare",
          "most");

  /** Sentences of all papers, read once. */
  private static final class Papers {
    static final List<Sentences> ALL = PAPERS.stream().map(Sentences::of).toList();
  }

  public Sentences {
    all = List.copyOf(all);
  }

  /**
   * Reads the sentences of a paper.
   *
   * @throws IllegalStateException if its file is invalid
   */
  public static Sentences of(String paper) {
    var file = "claims/" + paper + ".conf";
    var options = ConfigParseOptions.defaults().setAllowMissing(false);
    return read(
        paper, ConfigFactory.parseResources(Sentences.class.getClassLoader(), file, options));
  }

  static Sentences read(String name, Config config) {
    var all = new LinkedHashMap<String, Sentence>();
    for (var one : config.getConfigList("sentences")) {
      put(all, sentence(one, text(one, "place")));
    }
    if (config.hasPath("own")) {
      for (var one : config.getConfigList("own")) {
        put(all, sentence(one, ""));
      }
    }
    return new Sentences(
        name,
        config.getString("paper.title"),
        config.getString("paper.authors"),
        config.getString("paper.published"),
        new ArrayList<>(all.values()));
  }

  private static void put(Map<String, Sentence> all, Sentence sentence) {
    if (all.put(sentence.id(), sentence) != null) {
      throw new IllegalStateException("two sentences are named " + sentence.id());
    }
  }

  private static Sentence sentence(Config config, String place) {
    var unknown = config.root().keySet().stream().filter(key -> !KEYS.contains(key)).toList();
    var sentence =
        new Sentence(
            config.getString("id"),
            place,
            config.getString("says"),
            text(config, "quantity"),
            text(config, "printed"),
            experiments(config),
            text(config, "unanswered"),
            config.hasPath("compare") ? config.getStringList("compare") : List.of(),
            config.hasPath("most") && config.getBoolean("most"));
    if (!unknown.isEmpty() || sentence.experiments().isEmpty() == sentence.unanswered().isEmpty()) {
      throw new IllegalStateException(
          "%s: must have an experiment or a reason, and no key such as %s"
              .formatted(sentence.id(), unknown));
    }
    return sentence;
  }

  private static List<String> experiments(Config config) {
    var names = text(config, "experiment");
    return names.isEmpty() ? List.of() : List.of(names.split(", ", -1));
  }

  private static String text(Config config, String key) {
    return config.hasPath(key) ? config.getString(key) : "";
  }

  /**
   * Decides the sentences of all papers that an experiment answers.
   *
   * @param byCode claims that no inequality can decide
   */
  public static List<Claim> judged(String experiment, ObservedValues measured, List<Claim> byCode) {
    var claims = new ArrayList<Claim>();
    for (var paper : Papers.ALL) {
      for (var sentence : paper.all()) {
        if (sentence.experiments().contains(experiment)) {
          claims.add(
              byCode.stream()
                  .filter(claim -> claim.id().equals(sentence.id()))
                  .findFirst()
                  .map(claim -> new Claim(sentence, claim.finding(), claim.measured()))
                  .orElseGet(() -> sentence.judge(measured)));
        }
      }
    }
    return claims;
  }
}
