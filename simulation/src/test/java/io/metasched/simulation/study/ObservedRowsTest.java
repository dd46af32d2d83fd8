package io.metasched.simulation.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.metasched.simulation.scenario.UsageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ObservedRowsTest {
  private static final List<Series> SERIES = List.of(new Series("a", "x"), new Series("b", "x"));

  @TempDir private Path folder;

  private static ObservedRow row(int number) {
    return new ObservedRow(number, new double[] {number + 0.5, Double.NaN}, 3);
  }

  @Test
  void rowsInAFileSurviveTheProcess() {
    var file = folder.resolve("rows");
    try (var rows = ObservedRows.in(file, SERIES, 3)) {
      assertTrue(rows.take(row(2)));
      assertTrue(rows.take(row(0)));
    }
    try (var rows = ObservedRows.in(file, SERIES, 4)) {
      assertArrayEquals(new int[] {1, 3}, rows.missing());
      assertTrue(rows.take(row(3)));
      assertTrue(rows.take(row(1)));
      var values = rows.values();
      assertEquals(12, values.schedulesChecked());
      assertArrayEquals(new double[] {0.5, 1.5, 2.5, 3.5}, values.values("a", "x"));
      assertTrue(Double.isNaN(values.values("b", "x")[2]));
    }
  }

  @Test
  void aReplicationCountsOnce() {
    var rows = ObservedRows.onHeap(SERIES, 2);
    assertTrue(rows.take(row(1)));
    assertFalse(rows.take(row(1)));
    assertEquals(1, rows.count());
    assertThrows(IllegalStateException.class, rows::values);
  }

  @Test
  void aRecordThatWasNotWrittenCompletelyIsMissing() throws IOException {
    var file = folder.resolve("rows");
    try (var rows = ObservedRows.in(file, SERIES, 2)) {
      rows.take(row(0));
      rows.take(row(1));
    }
    try (var damaged = new RandomAccessFile(file.toFile(), "rw")) {
      damaged.seek(32 + 9); // in the first value of the second record
      damaged.write(7);
    }
    try (var rows = ObservedRows.in(file, SERIES, 2)) {
      assertArrayEquals(new int[] {1}, rows.missing());
    }
  }

  @Test
  void aFileHasOneWriter() {
    var file = folder.resolve("rows");
    try (var first = ObservedRows.in(file, SERIES, 2)) {
      assertThrows(UsageException.class, () -> ObservedRows.in(file, SERIES, 2));
      assertEquals(0, first.count());
    }
  }

  @Test
  void rowsThatDoNotFitAreRefused() {
    var rows = ObservedRows.onHeap(SERIES, 2);
    assertThrows(IllegalArgumentException.class, () -> rows.take(row(2)));
    assertThrows(IllegalArgumentException.class, () -> rows.take(row(-1)));
    var tooFew = new ObservedRow(0, new double[1], 0);
    assertThrows(IllegalArgumentException.class, () -> rows.take(tooFew));
  }

  @Test
  void manyRowsLieInSeveralSegments() {
    var series = IntStream.range(0, 10_000).mapToObj(i -> new Series("r" + i, "x")).toList();
    try (var rows = ObservedRows.in(folder.resolve("rows"), series, 2_000)) { // 160 MB, sparse
      var values = new double[10_000];
      values[9_999] = 42;
      rows.take(new ObservedRow(1_999, values, 0));
      assertEquals(1_999, rows.missing().length);
    }
  }
}
