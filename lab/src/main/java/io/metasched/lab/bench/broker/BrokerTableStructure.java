package io.metasched.lab.bench.broker;

import io.metasched.resource.broker.DynamicTable;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Structures of the table of an agent. */
public enum BrokerTableStructure {
  /** The tree of the program. */
  TREE("tree"),
  /** The vectors of the broker-agent paper. */
  VECTOR("vector");

  final String label;

  BrokerTableStructure(String label) {
    this.label = label;
  }

  /** Returns a structure with the tasks of a table. */
  Table of(DynamicTable table, TableLimits limits) {
    return this == TREE ? new Tree(table) : VectorTable.of(table, limits);
  }

  /** Table of an agent. */
  interface Table {
    Table copy();

    /** Finds a node for a task. */
    Optional<DynamicTable.Found> find(Task task);

    void add(int row, Task task);

    void remove(int row, Task task);

    /** Finds nodes for tasks, one after the other, on a copy of the table. */
    default List<Optional<DynamicTable.Found>> offer(List<Task> tasks) {
      var copy = copy();
      var answers = new ArrayList<Optional<DynamicTable.Found>>(tasks.size());
      for (var task : tasks) {
        var found = copy.find(task);
        found.ifPresent(each -> copy.add(each.row(), task));
        answers.add(found);
      }
      return answers;
    }
  }

  private record Tree(DynamicTable table) implements Table {
    @Override
    public Table copy() {
      return new Tree(table.copy());
    }

    @Override
    public Optional<DynamicTable.Found> find(Task task) {
      return table.find(task) instanceof DynamicTable.Found found
          ? Optional.of(found)
          : Optional.empty();
    }

    @Override
    public void add(int row, Task task) {
      table.add(row, task);
    }

    @Override
    public void remove(int row, Task task) {
      table.remove(row, task);
    }
  }
}
