package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.system.cyclic.experiment.PaperCell.Part;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Distance of a set of choices from the whole of tables 1 to 3 and figures 7 to 9 of the cyclic
 * scheduling paper: one number, by which sets are compared.
 *
 * <p>The definition was fixed before any result was computed. The deviation of a cell is |ln(ours /
 * paper)|, see {@link PaperCell}; the deviation of a part is the root mean square of its cells. The
 * distance is the root mean square of its parts. Tables 1, 2, 3 and the figures thus have equal
 * weights, regardless of their numbers of cells. A cell without a measured value is ignored. {@link
 * PaperCells} defines the cells.
 *
 * @param parts deviation of each part; none if no cell of the part has a value
 */
record PaperDistance(Map<Part, Double> parts) {

  /**
   * Returns the distance of values from the cells.
   *
   * @param ours one value for each cell; NaN for none
   */
  static PaperDistance of(List<PaperCell> cells, double[] ours) {
    var parts = new EnumMap<Part, Double>(Part.class);
    for (var part : Part.values()) {
      double squares = 0;
      int count = 0;
      for (int i = 0; i < ours.length; i++) {
        double off = cells.get(i).part() == part ? cells.get(i).off(ours[i]) : Double.NaN;
        if (!Double.isNaN(off)) {
          squares += off * off;
          count++;
        }
      }
      if (count > 0) {
        parts.put(part, Math.sqrt(squares / count));
      }
    }
    return new PaperDistance(parts);
  }

  /** Returns the deviation of a part; NaN if none of its cells has a value. */
  double part(Part part) {
    return parts.getOrDefault(part, Double.NaN);
  }

  /** Returns the deviation of all parts together. */
  double all() {
    double squares = 0;
    for (double off : parts.values()) {
      squares += off * off;
    }
    return Math.sqrt(squares / parts.size());
  }
}
