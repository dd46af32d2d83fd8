package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.cyclic.experiment.PaperCell.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PaperDistanceTest {
  private static final double E = Math.E;

  private static PaperCell cell(Part part, double least, double most) {
    return new PaperCell(part, new Series("row", "column"), least, most);
  }

  @Test
  void aCellIsOffByTheLogarithmOfTheRatioToTheNearestEnd() {
    var cell = cell(Part.TABLE_1, 10, 20);

    assertThat(cell.off(10)).isZero();
    assertThat(cell.off(15)).isZero();
    assertThat(cell.off(20)).isZero();
    assertThat(cell.off(20 * E)).isCloseTo(1, within(1e-12));
    assertThat(cell.off(10 / E)).isCloseTo(1, within(1e-12));
    assertThat(cell.off(5)).isCloseTo(0.693147, within(1e-6));
    assertThat(cell.off(1.001)).isCloseTo(2.301586, within(1e-6));
    assertThat(cell.off(0.5)).isCloseTo(2.302585, within(1e-6));
    assertThat(cell.off(0)).isCloseTo(2.302585, within(1e-6));
    assertThat(cell.off(Double.NaN)).isNaN();
  }

  @Test
  void anOrderIsMetOnOneSideOfOneAndMissedByTheRatioOnTheOther() {
    var falls = cell(Part.FIGURES, 0, 1);
    var rises = cell(Part.FIGURES, 1, Double.POSITIVE_INFINITY);

    assertThat(falls.off(0.2)).isZero();
    assertThat(falls.off(E)).isCloseTo(1, within(1e-12));
    assertThat(rises.off(7)).isZero();
    assertThat(rises.off(1 / E)).isCloseTo(1, within(1e-12));
  }

  @Test
  void anIntervalWithoutLogarithmIsRefused() {
    assertThatThrownBy(() -> cell(Part.TABLE_1, -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row / column must have an interval of positive numbers, but has -1.0 to 1.0");
    assertThatThrownBy(() -> cell(Part.TABLE_1, 2, 1)).hasMessageContaining("2.0 to 1.0");
    assertThatThrownBy(() -> cell(Part.TABLE_1, 0, 0)).hasMessageContaining("0.0 to 0.0");
    assertThatThrownBy(() -> cell(Part.TABLE_1, Double.NaN, 1)).hasMessageContaining("NaN");
  }

  @Test
  void partsWeighTheSameHoweverManyCellsTheyHave() {
    var cells =
        List.of(
            cell(Part.TABLE_1, 1, 1),
            cell(Part.TABLE_1, 1, 1),
            cell(Part.TABLE_1, 1, 1),
            cell(Part.TABLE_2, 1, 1),
            cell(Part.TABLE_3, 1, 1),
            cell(Part.FIGURES, 1, 1));

    // by hand: parts sqrt((0 + 1 + 4) / 3), 1.5, 0, 1; total sqrt((5/3 + 9/4 + 0 + 1) / 4)
    var distance =
        PaperDistance.of(cells, new double[] {1, E, 1 / (E * E), Math.exp(1.5), 1, 1 / E});

    assertThat(distance.part(Part.TABLE_1)).isCloseTo(1.290994, within(1e-6));
    assertThat(distance.part(Part.TABLE_2)).isCloseTo(1.5, within(1e-12));
    assertThat(distance.part(Part.TABLE_3)).isZero();
    assertThat(distance.part(Part.FIGURES)).isCloseTo(1, within(1e-12));
    assertThat(distance.all()).isCloseTo(1.108678, within(1e-6));
  }

  @Test
  void aCellWithoutValueIsLeftOutAndSoIsAPartWithoutAny() {
    var cells =
        List.of(
            cell(Part.TABLE_1, 1, 1),
            cell(Part.TABLE_1, 1, 1),
            cell(Part.TABLE_2, 1, 1),
            cell(Part.TABLE_3, 1, 1));

    var distance = PaperDistance.of(cells, new double[] {E, Double.NaN, Double.NaN, Math.exp(2)});

    assertThat(distance.part(Part.TABLE_1)).isCloseTo(1, within(1e-12));
    assertThat(distance.part(Part.TABLE_2)).isNaN();
    assertThat(distance.all()).isCloseTo(1.581139, within(1e-6)); // sqrt((1 + 4) / 2)
  }

  @Test
  void theCellsAreAllThatIsPublished() {
    var cells = PaperCells.all();

    assertThat(cells).extracting(PaperCell::part).filteredOn(Part.TABLE_1::equals).hasSize(25);
    assertThat(cells).extracting(PaperCell::part).filteredOn(Part.TABLE_2::equals).hasSize(20);
    assertThat(cells).extracting(PaperCell::part).filteredOn(Part.TABLE_3::equals).hasSize(16);
    assertThat(cells).extracting(PaperCell::part).filteredOn(Part.FIGURES::equals).hasSize(13);
    assertThat(cells)
        .contains(
            PaperCell.of(Part.TABLE_1, new Series("css", "cost"), 1248.4),
            PaperCell.of(Part.TABLE_2, new Series("c=6", "P"), 1112.3),
            PaperCell.of(Part.TABLE_2, new Series("c=2", "Y"), 1),
            PaperCell.of(Part.TABLE_2, new Series("c=8", "Y"), 1 - 0.024),
            PaperCell.of(Part.TABLE_3, new Series("advantage", "start.real"), 1 + 0.83));
  }

  @Test
  void rowsThatContradictThemselvesAreIntervalsFromThePrintedToTheImplied() {
    var cells = PaperCells.all();

    assertThat(cells)
        .filteredOn(cell -> cell.least() < cell.most() && cell.part() != Part.FIGURES)
        .extracting(cell -> cell.series().toString())
        .containsExactlyInAnyOrder(
            "finish / start",
            "finish / runtime",
            "finish / finish",
            "c=2 / Lc",
            "c=2 / U",
            "c=2 / P");
    assertThat(cells)
        .contains(
            new PaperCell(Part.TABLE_1, new Series("finish", "finish"), 205.5, 214.6),
            new PaperCell(Part.TABLE_1, new Series("finish", "start"), 160.5, 169.6),
            new PaperCell(Part.TABLE_2, new Series("c=2", "P"), 513.2, 527.1));
  }
}
