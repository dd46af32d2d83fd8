/**
 * The settings of this module, read once and validated; what they mean stands in reference.conf.
 */
@NullMarked
package io.metasched.metascheduler.config;

import org.jspecify.annotations.NullMarked;
