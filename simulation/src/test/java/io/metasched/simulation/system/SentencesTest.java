package io.metasched.simulation.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Sentence;
import io.metasched.simulation.study.Sentences;
import io.metasched.simulation.study.SyntheticMeasurements;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sentences of the papers, and the experiments that test them. */
final class SentencesTest {
  private static final List<String> NAMES =
      Experiments.all().stream().map(experiment -> experiment.profile().name()).toList();

  static Stream<Sentences> papers() {
    return Sentences.PAPERS.stream().map(Sentences::of);
  }

  @ParameterizedTest
  @MethodSource("papers")
  void eachSentenceNamesItsPlaceAndItsAnswer(Sentences paper) {
    assertThat(paper.all()).isNotEmpty();
    for (var sentence : paper.all()) {
      assertThat(sentence.id()).matches("[a-z0-9]+(-[a-z0-9]+)*");
      assertThat(sentence.says()).as(sentence.id()).endsWith(".").hasSizeLessThan(200);
      assertThat(NAMES).as(sentence.id()).containsAll(sentence.experiments());
      if (sentence.isPublished()) {
        assertThat(sentence.quantity()).as(sentence.id()).isNotEmpty();
        assertThat(sentence.printed()).as(sentence.id()).isNotEmpty();
      }
    }
  }

  @Test
  void eachExperimentAnswersItsSentencesFromItsCells() {
    for (var paper : Sentences.PAPERS) {
      for (var experiment : Experiments.all()) {
        var own =
            Sentences.of(paper).all().stream()
                .filter(sentence -> sentence.experiments().contains(name(experiment)))
                .map(Sentence::id)
                .toList();
        if (!own.isEmpty()) {
          var measured = SyntheticMeasurements.ones(experiment).measurements();
          assertThat(experiment.claims(measured))
              .as(name(experiment))
              .extracting(Claim::id)
              .containsSubsequence(own);
        }
      }
    }
  }

  private static String name(Experiment experiment) {
    return experiment.profile().name();
  }
}
