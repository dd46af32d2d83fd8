package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ArrayIndicesTest {
  private static List<Integer> values(ArrayIndices indices) {
    return IntStream.range(0, indices.size()).mapToObj(indices::at).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0",
        "9,1,4 | 1,4,9",
        "0-9:3 | 0-9:3",
        "1-5:2,6-8 | 1-5:2,6-8",
        "1,2,3,4 | 1-4",
        "3,5 | 3,5",
        "5-6 | 5-6",
        "7-9:5 | 7",
        "4194303 | 4194303",
        "1-10000 | 1-10000"
      })
  void textIsOfRangesInAscendingOrder(String given, String shown) {
    assertThat(ArrayIndices.parse(given).toString()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "1,",
        "1-",
        "2-1",
        "1-3:0",
        "-1",
        "1:2",
        "1,1",
        "1-5,3",
        "4194304",
        "99999999",
        "1-10001",
        "0-4194303",
        "1-2-3",
        " 1"
      })
  void otherTextsAreRefused(String given) {
    assertThatThrownBy(() -> ArrayIndices.parse(given))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @RepeatedTest(200)
  void indicesAreThoseOfANaiveExpansion(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    var expected = new TreeSet<Integer>();
    var words = new ArrayList<String>();
    for (int range = random.nextInt(5); range >= 0; range--) {
      int from = random.nextInt(60);
      int to = from + random.nextInt(20);
      int step = 1 + random.nextInt(4);
      var own = new TreeSet<Integer>();
      for (int index = from; index <= to; index++) {
        if ((index - from) % step == 0) {
          own.add(index);
        }
      }
      if (own.stream().noneMatch(expected::contains)) {
        expected.addAll(own);
        words.add("%d-%d:%d".formatted(from, to, step));
      }
    }

    var indices = ArrayIndices.parse(String.join(",", words));

    assertThat(values(indices)).containsExactlyElementsOf(expected);
    assertThat(ArrayIndices.parse(indices.toString())).isEqualTo(indices);
    for (int index = 0; index < 90; index++) {
      int place = indices.place(index);
      assertThat(place >= 0).isEqualTo(expected.contains(index));
      assertThat(place < 0 ? index : indices.at(place)).isEqualTo(index);
    }
  }
}
