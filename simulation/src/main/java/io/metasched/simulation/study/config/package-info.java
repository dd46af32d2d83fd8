/** Descriptions of the built-in experiments, read once from experiments.conf. */
@NullMarked
package io.metasched.simulation.study.config;

import org.jspecify.annotations.NullMarked;
