/**
 * What the rows of a run amount to: means and sums by policy, criterion, user and owner. Formulas
 * stand in docs/glossary.md; nothing here prints.
 */
@NullMarked
package io.metasched.simulation.metric;

import org.jspecify.annotations.NullMarked;
