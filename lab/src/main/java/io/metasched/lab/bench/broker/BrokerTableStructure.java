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
    return this == TREE ? new Fast(table) : new Naive(VectorTable.of(table, limits));
  }

  /** Table of an agent. */
  interface Table {
    /** Finds nodes for tasks, one after the other, on a copy of the table. */
    List<Optional<DynamicTable.Found>> offer(List<Task> tasks);

    void add(int row, Task task);

    void remove(int row, Task task);
  }

  private record Fast(DynamicTable table) implements Table {
    @Override
    public List<Optional<DynamicTable.Found>> offer(List<Task> tasks) {
      var copy = table.copy();
      var answers = new ArrayList<Optional<DynamicTable.Found>>(tasks.size());
      for (var task : tasks) {
        if (copy.find(task) instanceof DynamicTable.Found found) {
          copy.add(found.row(), task);
          answers.add(Optional.of(found));
        } else {
          answers.add(Optional.empty());
        }
      }
      return answers;
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

  private record Naive(VectorTable table) implements Table {
    @Override
    public List<Optional<DynamicTable.Found>> offer(List<Task> tasks) {
      var copy = table.copy();
      var answers = new ArrayList<Optional<DynamicTable.Found>>(tasks.size());
      for (var task : tasks) {
        var found = copy.find(task);
        found.ifPresent(each -> copy.add(each.row(), task));
        answers.add(found);
      }
      return answers;
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
