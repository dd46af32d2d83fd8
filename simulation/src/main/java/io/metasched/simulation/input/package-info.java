/**
 * Tables written by users: nodes, jobs, local jobs and users in CSV or JSON. One declaration of the
 * columns of a table provides its reader, its writer, its errors and its part of the docs. The
 * meaning of rows belongs to the packages that declare them.
 */
@NullMarked
package io.metasched.simulation.input;

import org.jspecify.annotations.NullMarked;
