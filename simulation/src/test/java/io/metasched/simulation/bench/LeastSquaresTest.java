package io.metasched.simulation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Equations whose unknowns are known. */
final class LeastSquaresTest {

  @Test
  void unknownsAreFoundWhateverTheOrderAndSizeOfTheEquations() {
    var unknowns =
        LeastSquares.solve(new double[][] {{0, 2, 1, 7}, {3e9, 0, 1e9, 6e9}, {1, 1e-3, 1, 4.002}});

    assertThat(unknowns).containsExactly(new double[] {1, 2, 3}, within(1e-9));
  }

  @Test
  void whatEquationsDoNotTellIsNoNumber() {
    var unknowns = LeastSquares.solve(new double[][] {{1, 2, 3}, {2, 4, 6}});

    assertThat(unknowns).contains(Double.NaN);
  }
}
