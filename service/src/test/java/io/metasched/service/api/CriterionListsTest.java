package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of the criteria in files, compared with the criteria of the program. */
final class CriterionListsTest {

  /** Returns the files that list the criteria, each with the text before and after the list. */
  static Stream<List<String>> lists() {
    var main = "src/main/resources/";
    return Stream.of(
        List.of(main + "openapi.yaml", " Criterion: {type: string, enum: [", "], description"),
        List.of(
            main + "openapi.yaml",
            " criterion: {type: string, x-extensible-enum: [",
            ", between]}"),
        List.of(main + "dashboard/submit.js", "const CRITERIA = [", "];"),
        List.of(
            "src/main/java/io/metasched/service/cli/JobOptions.java",
            "\"Quantity to minimize: ",
            ".\")"),
        List.of(
            "../conf/scenarios/default.conf",
            "# The quantity that a user minimizes, each equally likely: ",
            "."));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void allPlacesListTheSameCriteria(List<String> place) throws IOException {
    var list =
        Pattern.compile(
            Pattern.quote(place.get(1)) + "([a-z',#\"+\\s]+)" + Pattern.quote(place.get(2)));
    var labels = Arrays.stream(Criterion.values()).map(Criterion::label).toList();

    var found = list.matcher(Files.readString(Path.of(place.get(0))));

    assertThat(found.find()).isTrue();
    assertThat(Pattern.compile("[a-z]+").matcher(found.group(1)).results())
        .extracting(word -> word.group())
        .containsExactlyInAnyOrderElementsOf(labels);
  }
}
